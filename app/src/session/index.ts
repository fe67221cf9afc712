export { type Address, addressHash, readAddress } from './address.ts'
export { applyChange, useAppliedChange, useLastChanges, useOffersChanges } from './allowing-changes.ts'
export {
  AUDIENCES,
  chooseAudience,
  currentAudience,
  onAudience,
  showAudience,
  useAudience,
} from './audience.ts'
export { useCourseOpen } from './course-open.ts'
export { databaseStore, otherPages, resultOf } from './database.ts'
export { isOutdated } from './described.ts'
export { byOrigin } from './designs-by-document.ts'
export {
  deleteEarlier,
  isPresentWork,
  onEarlierElsewhere,
  openEarlier,
  readEarlier,
  readWorks,
  restoreEarlier,
} from './earlier-list.ts'
export { type EarlierWork, LONGEST_EARLIER, MOST_EARLIER } from './earlier-work.ts'
export { edited } from './edited.ts'
export { type ExplainedAnswer, nearPlaces, useExplanation, useLastExplanation } from './explanation.ts'
export { GUESSES, guessInWords } from './guess.ts'
export { earlierPolicies } from './history.ts'
export { isHeldBack, progressOf } from './holding-back.ts'
export { appended, joinedFiles } from './joined-documents.ts'
export { isLocked } from './lesson-parts.ts'
export { mend, type ShownMistakes, switchDefaultRolesOn, useMistakes } from './mistakes.ts'
export { type Modes, movedMode, othersThan, withMode, withoutMode } from './modes.ts'
export { goTo, placesOf, present, showInEditor } from './navigate.ts'
export {
  answeredIn,
  closeNote,
  fillFromObserved,
  type Note,
  observedNote,
  reportedAuthorizer,
  SOURCE_NAMES,
} from './observed-note.ts'
export {
  countOpened,
  openCoursesWith,
  openDocument,
  openEmpty,
  openExample,
  openQuietly,
  openScenario,
  openText,
  openWithPart,
  reopen,
  showStep,
} from './opening.ts'
export { useOutdated } from './outdated.ts'
export { writeDesign } from './own-design.ts'
export {
  closeTaken,
  type Instead,
  refusePaste,
  type Taken,
  takeInstead,
  takePasted,
  useTaken,
} from './pasting.ts'
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
  currentHighlights,
  decideAfter,
  forgetUnseen,
  holdBack,
  playground,
  restoreNotice,
  startedFromOwnTab,
  stopAsking,
  stopDeciding,
  useHeldBack,
  useHighlights,
  usePlayground,
  workerApi,
} from './playground.ts'
export { problemsInWords } from './problems-in-words.ts'
export { actionChoices, openQuestion, openQuestions, subjectWord } from './questions.ts'
export {
  type AddressedDialog,
  type Choices,
  choose,
  closeDialog,
  type DialogId,
  isAddressed,
  leaveDialog,
  openBringIn,
  openComparison,
  openConstrain,
  openDialog,
  screen,
  takeDroppedLogs,
  useChoices,
  useScreenTitle,
} from './screen.ts'
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
export { type About, type LessonPlace, NO_EXAMPLE, type Session, type Source, sessionOf, sourceOf } from './session.ts'
export { addressOf, editedAbout, sharedOf } from './shared.ts'
export { forgetEarlierAddresses, isOwnAddress, keep, keepAddress, keepWithScenario } from './storage.ts'
export { mustWait } from './store/player.ts'
export type { NotDecided } from './store/state.ts'
export { SPEEDS, type Speed } from './store/state.ts'
export { beginTour, goToStep, useTour } from './tour.ts'
export { tryCourse, useTrying } from './trying.ts'
export { beginTurn } from './turns.ts'
export { type FoldingPart, unfold, useUnfolded } from './unfolded.ts'
export { useAnswer, useLastAnswer } from './useAnswer.ts'
export { keepView, type View } from './view-memory.ts'
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
