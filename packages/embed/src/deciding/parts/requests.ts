// A chunk of its own, for requests of which a glance does not tell what reads them.
export { readRequest } from '@authz-playground/engine'
