// A chunk of its own, and the largest: CEL, and who asks in it.
export { accessRules, compiledRBAC } from '@authz-playground/engine'
export { CEL } from '@authz-playground/engine/cel'
