// A chunk of its own, for requests that are raw HTTP.
export { readHTTPWithoutAdvice as read } from '@authz-playground/engine'
