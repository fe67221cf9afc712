export { type ReadWrite, type RoleWriter, roleWriters } from './role-writer.ts'
