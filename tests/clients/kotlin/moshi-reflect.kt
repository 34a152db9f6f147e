// The part of Moshi that is in a package of its own; see moshi.kt.
package com.squareup.moshi.kotlin.reflect

import com.squareup.moshi.JsonAdapter

class KotlinJsonAdapterFactory : JsonAdapter.Factory
