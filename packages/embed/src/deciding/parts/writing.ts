// A chunk of its own, for scenarios that need it: what becomes of requests that write roles and bindings.
export { roleWriterPart } from '@authz-playground/engine'
