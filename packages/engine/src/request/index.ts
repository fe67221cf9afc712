export { printClientGo } from './client-go.ts'
export { detectForm, readRequest } from './read-request.ts'
