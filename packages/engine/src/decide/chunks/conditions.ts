// The authorizers that answer with conditions. The caller passes the language of conditions.
export { accessRules, compiledRBAC } from '../../authorizers/index.ts'
