// A chunk of its own, for requests that are curl commands.
export { readCurl as read } from '@authz-playground/engine'
