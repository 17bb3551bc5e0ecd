// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The deposit contract on the origin chain of a transfer
/// @notice Moves a user's tokens straight to the maker, who pays out on the destination chain. One event records the
/// requested payout. The contract has no balance, no storage and no owner.
interface ICausewayDeposit {
    /// @notice A user deposited an amount with a maker.
    /// @dev Follows the token's `Transfer` log. The contract accepts any token and any maker, and a token can claim
    /// transfers that it did not make. Readers must accept only known makers and tokens.
    /// @param user The account that deposited.
    /// @param token The deposited token, or the zero address for the chain's native token.
    /// @param maker The account that received the deposit.
    /// @param target The recipient on the destination chain, as text. The contract does not validate it.
    /// @param amount The amount in the token's smallest unit.
    /// @param destination The network code of the destination chain. The contract does not validate it.
    /// @param channel The integrator's number.
    /// @param timestamp The time of the block.
    event Deposit(
        address indexed user,
        address indexed token,
        address indexed maker,
        string target,
        uint256 amount,
        uint256 destination,
        uint256 channel,
        uint256 timestamp
    );

    /// @notice The amount is zero.
    error ZeroAmount();

    /// @notice The maker is the zero address or this contract. No account could withdraw the deposit from either.
    error ZeroMaker();

    /// @notice The target has more than 128 bytes. Longer targets could make logs that no RPC endpoint returns.
    error TargetTooLong(uint256 length);

    /// @notice The native value differs from the amount (native token) or from zero (ERC-20).
    error WrongValue(uint256 expected, uint256 sent);

    /// @notice The maker refused the native token.
    error NativeTransferFailed();

    /// @notice Deposits `amount` of `token` with `maker`, for a payout to `target` on the chain `destination`.
    /// @param target The recipient on the destination chain, as text of at most 128 bytes.
    /// @param token An ERC-20 that the caller approved for this contract, or the zero address for the native token.
    /// @param maker The account that receives the deposit.
    /// @param amount The amount in the token's smallest unit. For the native token it equals the value of the call.
    /// @param destination The network code of the destination chain.
    /// @param channel The integrator's number.
    function deposit(
        string calldata target,
        address token,
        address maker,
        uint256 amount,
        uint256 destination,
        uint256 channel
    ) external payable;
}
