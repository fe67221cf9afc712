// A chunk of its own, for the few requests that need it: patches of roles and bindings.
export { PATCHED_OBJECTS } from '@authz-playground/engine'
