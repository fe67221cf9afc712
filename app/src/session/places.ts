// Whatever is pointed at, the engine says what lights up with it; here the panes find the names for that.
export {
  type ClusterText,
  type DecidedSteps,
  type Highlights,
  type HighlightTarget as Place,
  highlightsFor,
  isClusterText,
  OTHER_TEXTS,
  placeIn,
  rangesAt,
} from '@authz-playground/engine/views'
