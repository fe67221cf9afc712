// Reads requests that are reviews, and answers them.
export { readReview } from '../../review/index.ts'
export { answerQuestion } from '../answer-question.ts'
