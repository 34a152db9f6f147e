// The declarations of Moshi that a generated client uses, without code. The compiler needs them; nothing runs.
package com.squareup.moshi

annotation class Json(val name: String)

annotation class JsonClass(val generateAdapter: Boolean)

annotation class FromJson

annotation class ToJson

abstract class JsonAdapter<T> {
    abstract fun fromJson(string: String): T?
    abstract fun toJson(value: T?): String

    interface Factory
}

class Moshi {
    fun <T> adapter(type: Class<T>): JsonAdapter<T> = error("nothing runs")

    class Builder {
        fun add(adapter: Any) = this
        fun build() = Moshi()
    }
}

inline fun <reified T> Moshi.adapter(): JsonAdapter<T> = adapter(T::class.java)
