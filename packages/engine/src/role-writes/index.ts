export { type ReadWrite, type RoleWriter, roleWriter } from './role-writer.ts'
