export { type ReadWrite, type RoleWriter, RoleWriters } from './role-writer.ts'
