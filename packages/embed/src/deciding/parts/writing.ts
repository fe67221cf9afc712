// A chunk of its own, for scenarios that need it: what becomes of requests that write roles and bindings, in words too.
export { ROLE_WORDS, roleWriterPart } from '@authz-playground/engine'
