export { edited } from './edited.ts'
export { goTo, present } from './going.ts'
export { looksLikeScenario } from './looks-like-scenario.ts'
export { type Modes, movedMode, othersThan, withMode, withoutMode } from './modes.ts'
export { bringIn, dismiss, fillFromCluster, type Note, noteOf } from './observed-note.ts'
export { answeredIn, SOURCE_NAMES } from './observed-words.ts'
export { openDocument } from './open-document.ts'
export { openText } from './open-text.ts'
export { openExample, openScenario } from './opening.ts'
export { useOutdated } from './outdated.ts'
export {
  type ClusterText,
  type Deciding,
  isClusterText,
  type Lit,
  litBy,
  type Place,
  placeIn,
  rangesAt,
} from './places.ts'
export { advanced, begun, SPEEDS, type Speed, type Standing, scrubbed } from './playback.ts'
export { decider, litNow, playground, restoreNotice, useLit, usePlayground } from './playground.ts'
export { problemsInWords } from './problems-in-words.ts'
export { LONGEST_PAUSE, MOST_SENT, movedTo, sentAgain, sequenceOf, startedAnew, withoutPresent } from './sequence.ts'
export { addressOf, sharedOf, toldAs } from './shared.ts'
export type { About } from './start.ts'
export { keep } from './storage.ts'
export { useAnswer, useLastAnswer } from './useAnswer.ts'
export { useReview } from './useReview.ts'
