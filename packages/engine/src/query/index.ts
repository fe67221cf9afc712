export { type BoundRoles, boundRoles } from '../authorizers/index.ts'
export { type SubjectName, subjectsOf, userOfSubject } from './subjects.ts'
export { type AllowedSubject, type WhoCan, whoCan } from './who-can.ts'
