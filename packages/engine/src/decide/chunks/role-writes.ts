// The handler of requests that write roles and bindings.
export { RoleWriters } from '../../role-writes/index.ts'
