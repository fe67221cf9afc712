// The handler of requests that write roles and bindings.
export { roleWriters } from '../../role-writes/index.ts'
