// A chunk of its own, for commands of kubectl that create roles and bindings.
export { readKubectlGranting as read } from '@authz-playground/engine'
