// The engine computes what lights up with a place. The panes take these names from here.
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
} from '@authz-playground/engine/internal/report'
