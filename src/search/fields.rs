//! How fields of a query are read and written where serde alone does not: for its attributes.

use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, Deserializer, Error as _, IntoDeserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// The number that is written `"any"`.
pub const ANY_LENGTH: u8 = u8::MAX;

/// Optional values as their texts.
pub mod text {
    use super::*;

    pub fn serialize<T: fmt::Display, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(T::to_string).serialize(serializer)
    }

    pub fn deserialize<'de, T: FromStr<Err: fmt::Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        let value = text.map(|text| text.parse()).transpose();
        value.map_err(D::Error::custom)
    }
}

/// Numbers of moves for a solution or for each step, and `"any"`.
pub mod lengths {
    use super::*;

    struct Length(u8);

    impl<'de> Deserialize<'de> for Length {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Length, D::Error> {
            struct NumberOrAny;

            impl Visitor<'_> for NumberOrAny {
                type Value = Length;

                fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                    f.write_str("a number of moves or \"any\"")
                }

                fn visit_u64<E: de::Error>(self, value: u64) -> Result<Length, E> {
                    let moves = u8::try_from(value).ok();
                    let unexpected = || de::Unexpected::Unsigned(value);
                    let moves = moves.ok_or_else(|| E::invalid_value(unexpected(), &self))?;
                    Ok(Length(moves))
                }

                fn visit_str<E: de::Error>(self, value: &str) -> Result<Length, E> {
                    match value {
                        "any" => Ok(Length(ANY_LENGTH)),
                        _ => Err(E::invalid_value(de::Unexpected::Str(value), &self)),
                    }
                }
            }

            deserializer.deserialize_any(NumberOrAny)
        }
    }

    pub fn serialize<S: Serializer>(value: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(value.iter().map(|moves| match *moves {
            ANY_LENGTH => Value::from("any"),
            moves => Value::from(moves),
        }))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let values: Vec<Length> = one_or_several(deserializer)?;
        Ok(values.into_iter().map(|Length(moves)| moves).collect())
    }
}

/// A value, a list of values, or `null` for none.
pub fn one_or_several<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    struct OneOrSeveral<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for OneOrSeveral<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a value or a list of values")
        }

        fn visit_u64<E: de::Error>(self, value: u64) -> Result<Vec<T>, E> {
            Ok(vec![T::deserialize(value.into_deserializer())?])
        }

        fn visit_str<E: de::Error>(self, value: &str) -> Result<Vec<T>, E> {
            Ok(vec![T::deserialize(value.into_deserializer())?])
        }

        fn visit_unit<E: de::Error>(self) -> Result<Vec<T>, E> {
            Ok(vec![])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<Vec<T>, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(values))
        }
    }

    // not an untagged enum, whose error would not say what is wrong with the value
    deserializer.deserialize_any(OneOrSeveral(PhantomData))
}
