export { printClientGo } from './client-go.ts'
export { detectForm, looksLikeReview, readRequest } from './read-request.ts'
