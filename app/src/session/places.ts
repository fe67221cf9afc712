// Whatever is pointed at, the engine says what lights up with it; here the panes find the names for that.
export {
  type ClusterText,
  type Deciding,
  isClusterText,
  type Lit,
  litBy,
  OTHER_TEXTS,
  type Pointed as Place,
  placeIn,
  rangesAt,
} from '@authz-playground/engine/views'
