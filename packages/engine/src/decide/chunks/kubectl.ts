// Reads requests that are kubectl commands, and answers the questions that some of them ask.
export { readKubectl } from '../../kubectl/index.ts'
export { answerQuestion } from '../answer-question.ts'
