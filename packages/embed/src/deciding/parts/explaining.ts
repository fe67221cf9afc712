// A chunk of its own, for policies that are no YAML: what to type instead.
export { explainSyntax } from '@authz-playground/engine'
