// A chunk of its own, for the few requests that need it: strategic merge patches.
export { STRATEGIC_MERGE } from '@authz-playground/engine'
