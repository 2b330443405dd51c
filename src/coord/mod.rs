//! Cube coordinates: numbers that describe part of a cube.
