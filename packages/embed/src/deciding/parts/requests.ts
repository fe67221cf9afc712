// A chunk of its own, for scenarios that need it: kubectl and curl.
export { readRequest } from '@authz-playground/engine'
