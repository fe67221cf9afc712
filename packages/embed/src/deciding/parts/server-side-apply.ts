// A chunk of its own, for the few requests that need it: server-side apply.
export { SERVER_SIDE_APPLY } from '@authz-playground/engine'
