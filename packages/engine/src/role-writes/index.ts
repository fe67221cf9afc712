export { rulesInMessage } from './compact-rules.ts'
export { type ReadWrite, type RoleWriter, RoleWriters } from './role-writer.ts'
export { rbacKindOf } from './write-request.ts'
