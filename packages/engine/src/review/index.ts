export { printReview } from './print-review.ts'
export { readReview } from './read-review.ts'
