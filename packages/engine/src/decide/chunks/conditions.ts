// Who answers by conditions. The language that they are written in is handed in.
export { accessRules, compiledRBAC } from '../../authorizers/index.ts'
