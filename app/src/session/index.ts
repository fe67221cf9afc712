export { appended, joinedFiles } from './documents.ts'
export { DOORS, type Door, enter, useDoor } from './door.ts'
export { edited } from './edited.ts'
export { isHeldBack, progressOf } from './holding-back.ts'
export { type Modes, movedMode, othersThan, withMode, withoutMode } from './modes.ts'
export { goTo, present } from './navigate.ts'
export {
  answeredIn,
  closeNote,
  fillFromObserved,
  type Note,
  observedNote,
  SOURCE_NAMES,
} from './observed-note.ts'
export { openDocument, openEmpty, openExample, openScenario, openText } from './opening.ts'
export { useOutdated } from './outdated.ts'
export { closeTaken, type Instead, type Taken, takeInstead, takePasted, useTaken } from './pasting.ts'
export {
  type ClusterText,
  type DecidedSteps,
  type Highlights,
  highlightsFor,
  isClusterText,
  type Place,
  placeIn,
  rangesAt,
} from './places.ts'
export {
  holdBack,
  litNow,
  playground,
  restoreNotice,
  stopDeciding,
  useHeldBack,
  useLit,
  usePlayground,
  workerApi,
} from './playground.ts'
export { problemsInWords } from './problems-in-words.ts'
export {
  LONGEST_PAUSE,
  MOST_SENT,
  movedTo,
  sentAgain,
  sentOneByOne,
  sequenceOf,
  startedAnew,
  withoutPresent,
} from './sequence.ts'
export type { About } from './session.ts'
export { addressOf, editedAbout, sharedOf } from './shared.ts'
export { keep } from './storage.ts'
export type { Halt } from './store.ts'
export { SPEEDS, type Speed } from './store.ts'
export { useAnswer, useLastAnswer } from './useAnswer.ts'
export {
  endWalk,
  playWalk,
  scenarioBeforeWalk,
  startWalk,
  useShownCell,
  useWalk,
  type Walk,
  type WalkStop,
  walkTo,
} from './walk.ts'
