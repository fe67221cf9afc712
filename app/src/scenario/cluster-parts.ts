// What few clusters have, in a chunk of its own: the Node authorizer, the default roles.
export { CLUSTER_PARTS } from '@authz-playground/engine'
