// The handler of requests that write roles and bindings.
export { roleWriter } from '../../role-writes/index.ts'
