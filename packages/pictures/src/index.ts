export { chartOf } from './charts/chart-of.ts'
export type { DrawnChart, DrawnEdge, DrawnNode } from './charts/drawn-chart.ts'
export { stepsOf, variantOf } from './charts/variant.ts'
export { around, middleOf, type Point, type Rectangle, type Size } from './layout/geometry.ts'
export { drawnTogether, type PlacedEdge, type PlacedNode } from './layout/layout.ts'
export { lengthOf, pathPoints } from './layout/path-points.ts'
export { labelPlace, routes } from './layout/routes.ts'
export { COLOURS, type Colour, type ColourName, FONTS } from './marks/colours.ts'
export { MARKS, type Mark, type Marked, OUTCOME_MARKS } from './marks/marks.ts'
export { easeOut } from './playing/easing.ts'
export { actionOf, type ChartAction } from './playing/keys.ts'
export {
  asking,
  checkNumber,
  checksAt,
  decidedBy,
  happening,
  labelLength,
  lowerCase,
  narrated,
  nodeInWords,
  plainNode,
  positionInWords,
  questionOf,
  type Story,
  storyOf,
  type Told,
  wayTo,
} from './playing/narration.ts'
export { arrivalPhase, duration, nextPhase, type Paced } from './playing/pace.ts'
export {
  blank,
  type Look,
  type Moment,
  type Picture,
  pictureAt,
  type Run,
  runsOf,
  type Stamp,
} from './playing/picture.ts'
export { travelFrames } from './playing/travel.ts'
export { animatedSvg } from './svg/animated.ts'
export type { PictureInput } from './svg/picture-input.ts'
export { type PictureTheme, stillSvg } from './svg/still.ts'
export { counted } from './words/counted.ts'
export { markOf, statusLine, withCodeApart } from './words/headline.ts'
export { shortened, shortenedWords } from './words/shortened.ts'
