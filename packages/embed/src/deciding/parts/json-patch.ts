// A chunk of its own, for the few requests that need it: JSON patches.
export { JSON_PATCHES } from '@authz-playground/engine'
