// A chunk of its own, for requests that are kubectl commands of this family.
export { readKubectlConnecting as read } from '@authz-playground/engine'
