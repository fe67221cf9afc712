// A chunk of its own, for commands of kubectl that ask, start something, or create something beside what is there.
export { readKubectlStarting as read } from '@authz-playground/engine'
