export { printClientGo } from './client-go.ts'
export { type InnerQuestion, innerQuestion } from './inner-question.ts'
export { detectForm, looksLikeReview, readRequest } from './read-request.ts'
