//! Text to cube and back; one file per format.
