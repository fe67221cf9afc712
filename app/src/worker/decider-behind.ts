// Everything of the worker that the first answer does not need, in one chunk that is loaded behind it.
export { readRequest } from '@authz-playground/engine'
export { answerMany, answerOther } from './decider-questions.ts'
export { detailsOf } from './details.ts'
