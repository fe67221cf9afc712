// A chunk of its own, for requests that are kubectl commands of this family.
export { readKubectlComputing as read } from '@authz-playground/engine'
