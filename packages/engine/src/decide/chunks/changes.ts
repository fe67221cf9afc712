// The changes that requests make in objects, and the handler of requests that write roles and bindings.
export { changeReader } from '../../changes/index.ts'
export { roleWriter } from '../../role-writes/index.ts'
