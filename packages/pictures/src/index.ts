export { blankChart, type ChartPhase, type ChartState, type ChartTime, chartStateAt } from './chart/chart-state.ts'
export { cellsAt, linesInWords, rowsAt } from './chart/grid-cells.ts'
export { runExtent } from './chart/run-extent.ts'
export { stampsOn } from './chart/stamps.ts'
export { type DesignRow, designRow } from './compared/design-row.ts'
export { differenceInWords } from './compared/difference.ts'
export { layOutAhead } from './layout/ahead.ts'
export { type ChartLayout, layOutChart } from './layout/chart-layout.ts'
export { boundingBox, type Point, type Rectangle, type Size } from './layout/geometry.ts'
export type { GridRun } from './layout/grid-asks.ts'
export { isQuestionGrid, type QuestionGrid } from './layout/grid-parts.ts'
export { gridRunOf } from './layout/grid-run.ts'
export { wordsBox } from './layout/grid-words.ts'
export { hasQuestionGrid, layOutQuestionGrid } from './layout/question-grid.ts'
export { layOutPicture, layOutRun, layoutAtRest } from './layout/run-layout.ts'
export { layOutWide } from './layout/wide-layout.ts'
export { COLOURS, type Colour, type ColourName, FONTS } from './marks/colours.ts'
export { GOAL_MARKS, MARKS, type Mark, type Marked, OUTCOME_MARKS } from './marks/marks.ts'
export { actionOf, type ChartAction } from './playing/keys.ts'
export {
  asking,
  checkNumber,
  checksAt,
  decidedByWords,
  decidedIn,
  happening,
  labelLength,
  lowerCase,
  type NarratedAnswer,
  narrated,
  nodeInWords,
  notTakenAt,
  plainNode,
  positionInWords,
  questionOf,
  type Story,
  storyOf,
  wayTo,
  whyNotReached,
  whyNotTried,
} from './playing/narration.ts'
export type { Paced } from './playing/pace.ts'
export { phaseTime } from './playing/phase-time.ts'
export {
  advanced,
  continues,
  type PlayerState,
  paused,
  restingAt,
  scrubbed,
  startedPlaying,
  waits,
  wentBack,
  wentOn,
} from './playing/player-state.ts'
export { easeOut } from './playing/travel.ts'
export { animatedSvg } from './svg/animated.ts'
export type { PictureInput } from './svg/picture-input.ts'
export { type PictureTheme, stillSvg } from './svg/still.ts'
export { counted } from './words/counted.ts'
export { markOf, statusLine, withCodeApart } from './words/headline.ts'
export { shortened, shortenedWords } from './words/shortened.ts'
