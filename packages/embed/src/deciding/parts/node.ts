// A chunk of its own, for scenarios that need it: the Node authorizer and stored objects.
export { nodePart } from '@authz-playground/engine'
