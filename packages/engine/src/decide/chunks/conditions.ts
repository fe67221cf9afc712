// CEL, which is large, and who asks in it.
export { accessRules, compiledRBAC } from '../../authorizers/index.ts'
export { CEL } from '../../cel/index.ts'
