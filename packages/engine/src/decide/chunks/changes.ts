// What requests change in objects, and what becomes of those that write roles and bindings.
export { changeReader } from '../../changes/index.ts'
export { roleWriter } from '../../role-writes/index.ts'
