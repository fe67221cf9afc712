// A chunk of its own, for scenarios that need it: the webhook’s table.
export { webhookPart } from '@authz-playground/engine'
