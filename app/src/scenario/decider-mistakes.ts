// The words for mistakes in YAML: a chunk of its own, loaded with the first mistake or with the rest of the worker.
export { explainSyntax } from '@authz-playground/engine'
